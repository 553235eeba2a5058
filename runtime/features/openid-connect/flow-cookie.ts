import { timingSafeEqual } from 'node:crypto';
import type { SealedTexts } from '../../kernel/util/text/sealed-texts.js';
import { readCookie } from '../../kernel/util/http/read-cookie.js';

/** A sign-in under way: what must come back from the provider, and what follows then. */
export interface Flow {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** Proves to the provider that who redeems the code is who asked for it (PKCE). */
  readonly verifier: string;
  /** Whole address that the browser is led to in the end. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The session whose account is to be linked; absent for a sign-in. */
  readonly link?: { readonly userId: string; readonly sessionId: string };
}

/** Keeps a sign-in in the browser that started it, sealed: no other browser can end it, and none can read or change it. */
export interface FlowCookies {
  /** `Set-Cookie` value. */
  write(flow: Flow): string;
  /** The flow that an answer of a provider belongs to; undefined for one that nothing here has asked for. */
  read(
    header: string | undefined,
    answer: { readonly provider: string; readonly state: unknown; readonly now: Date },
  ): Flow | undefined;
  /** `Set-Cookie` value by which the browser forgets a flow. */
  clear(flow: Pick<Flow, 'provider' | 'state'>): string;
}

/** Seconds that somebody has to sign in at a provider. */
export const FLOW_SECONDS = 600;

/** 256 random bits, as 43 characters of base64url. */
const STATE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Each flow has a cookie of its own, named by its state, so that two tabs do not end each other's; they are sent to the address at
 * which providers answer and nowhere else. `Lax`, because it is another site that leads there.
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
