import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';

/** A mailed link acts by its token, not as the user who happens to be signed in. */
export const byLink = (context: RequestContext): RequestContext => ({ ...context, actor: ANONYMOUS });
