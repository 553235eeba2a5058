import { defineDoor } from '../../kernel/contract/features/door.js';

/** Returns the OpenAPI document of the service as text. */
export const OPEN_API = defineDoor<() => Promise<string>>('OpenAPI document');
