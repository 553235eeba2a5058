import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';

/** Removes the signed-in user from the context: a mailed link acts by its token alone. */
export const byLink = (context: RequestContext): RequestContext => ({ ...context, actor: ANONYMOUS });
