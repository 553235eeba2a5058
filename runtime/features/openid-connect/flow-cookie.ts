import { timingSafeEqual } from 'node:crypto';
import type { SealedTexts } from '../../kernel/util/text/sealed-texts.js';
import { readCookie } from '../../kernel/util/http/read-cookie.js';

/** State of a pending sign-in: the values expected in the callback, and the next step. */
export interface Flow {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE verifier: proves that the client redeeming the code is the one that requested it. */
  readonly verifier: string;
  /** Absolute URL to which the browser is redirected at the end. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Session whose account will be linked; absent for a sign-in. */
  readonly link?: { readonly userId: string; readonly sessionId: string };
}

/**
 * Stores the flow in a sealed cookie. Only the browser that started a flow can finish it, and no client can
 * read or change it.
 */
export interface FlowCookies {
  /** `Set-Cookie` value. */
  write(flow: Flow): string;
  /** Returns the flow of a provider callback, or undefined if this browser did not start it. */
  read(
    header: string | undefined,
    answer: { readonly provider: string; readonly state: unknown; readonly now: Date },
  ): Flow | undefined;
  /** `Set-Cookie` value that deletes the flow's cookie. */
  clear(flow: Pick<Flow, 'provider' | 'state'>): string;
}

/** Seconds within which the user must sign in at the provider. */
export const FLOW_SECONDS = 600;

/** 256 random bits, as 43 characters of base64url. */
const STATE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Creates flow cookies. Each flow has its own cookie, named by its state, so that two tabs do not interfere.
 * Cookies are sent to the callback path only. `SameSite=Lax` is required because the provider's site starts
 * the callback.
 */
export function createFlowCookies(sealed: SealedTexts, pathOf: (provider: string) => string): FlowCookies {
  const nameOf = (state: string): string => `cms_sign_in_${state.slice(0, 16)}`;
  const attributes = (provider: string): string => `Path=${pathOf(provider)}; Secure; HttpOnly; SameSite=Lax`;
  return {
    write: (flow) =>
      `${nameOf(flow.state)}=${sealed.seal(JSON.stringify(flow), flow.provider)}; Max-Age=${FLOW_SECONDS}; ${attributes(flow.provider)}`,
    read(header, { provider, state, now }) {
      if (typeof state !== 'string' || !STATE.test(state)) return undefined;
      const content = readCookie(header, nameOf(state));
      const text = content === undefined ? undefined : sealed.open(content, provider);
      if (text === undefined) return undefined;
      const flow = JSON.parse(text) as Flow; // only flows are sealed for this purpose
      const isSame = timingSafeEqual(Buffer.from(flow.state), Buffer.from(state));
      return isSame && flow.provider === provider && flow.expiresAt > now.getTime() ? flow : undefined;
    },
    clear: ({ provider, state }) => `${nameOf(state)}=; Max-Age=0; ${attributes(provider)}`,
  };
}
