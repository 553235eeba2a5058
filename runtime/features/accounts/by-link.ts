import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';

/** Whoever opens a mailed link acts by its token, not as the one who happens to be signed in. */
export const byLink = (context: RequestContext): RequestContext => ({ ...context, actor: ANONYMOUS });
