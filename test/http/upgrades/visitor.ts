import type { JsonObject } from '../../../runtime/kernel/contract/json.js';

export interface Answer {
  readonly status: number;
  /** Empty if the response is not a JSON object. */
  readonly body: JsonObject;
  readonly text: string;
}

export interface Sending {
  readonly method?: string;
  readonly body?: object;
  readonly form?: FormData;
  /** Client address that a proxy forwards. */
  readonly from?: string;
}

/** A user with a browser, which sends the cookies that it received last. */
export interface Visitor {
  send(path: string, sending?: Sending): Promise<Answer>;
  signIn(username: string, password: string): Promise<void>;
  /** Returns a visitor with the same cookies at another server. */
  at(origin: string): Visitor;
}

/** @param origin of the server to which paths are relative */
export function createVisitor(origin: string, cookies = new Map<string, string>()): Visitor {
  const visitor: Visitor = {
    async send(path, { method = 'GET', body, form, from } = {}) {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const answer = await fetch(new URL(path, origin), {
        method,
        headers: {
          accept: 'application/ld+json',
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(from === undefined ? {} : { 'x-forwarded-for': from }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: form ?? (body === undefined ? null : JSON.stringify(body)),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const text = await answer.text();
      return {
        status: answer.status,
        text,
        body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {},
      };
    },
    async signIn(username, password) {
      const { status, text } = await visitor.send('/api/login', {
        method: 'POST',
        body: { username, password },
      });
      if (status >= 400) throw new Error(`login: ${status} ${text}`);
    },
    at: (other) => createVisitor(other, cookies),
  };
  return visitor;
}
