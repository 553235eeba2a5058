/** The page that a browser reached after redirects. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** The parts of a browser that signing in requires: it follows redirects and stores cookies by host and path. */
export interface Browser {
  /** Opens a URL and follows redirects up to a page on an origin that the test does not serve. */
  visit(url: string, options?: { readonly until?: (url: URL) => boolean }): Promise<Page>;
  send(method: string, url: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends JSON, as a script of the front end does. */
  post(url: string, body: object): Promise<Page>;
  /** Returns the cookies that the browser would send to a URL. */
  cookiesFor(url: string): string;
  /** Copies the cookies of another browser, as an attacker would. */
  takeFrom(other: Browser): void;
  readonly jar: Map<string, Cookie>;
}

/** The front end does not exist; the tests only inspect its URLs. */
export const FRONT_END = 'https://www.example.com';

export function openBrowser(): Browser {
  const jar = new Map<string, Cookie>();

  const cookiesFor = (address: string): string => {
    const { host, pathname } = new URL(address);
    return [...jar]
      .map(([key, cookie]) => ({ key: key.split(' '), cookie }))
      .filter(({ key, cookie }) => key[0] === host && pathname.startsWith(cookie.path))
      .map(({ key, cookie }) => `${key[1]}=${cookie.value}`)
      .join('; ');
  };

  function keep(address: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const isOver = attributes.some(
        (one) => /^max-age=0$/i.test(one) || (/^expires=/i.test(one) && new Date(one.slice(8)) < new Date()),
      );
      if (isOver) jar.delete(`${address.host} ${name} ${path}`);
      else jar.set(`${address.host} ${name} ${path}`, { value: pair.slice(pair.indexOf('=') + 1), path });
    }
  }

  async function ask(url: string, init: { method: string; headers: object; body?: string }): Promise<Page> {
    const cookie = cookiesFor(url);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    keep(new URL(url), response.headers);
    return {
      url: new URL(url),
      status: response.status,
      text: await response.text(),
      headers: response.headers,
    };
  }

  const send: Browser['send'] = (method, url, headers = {}) => ask(url, { method, headers });

  return {
    jar,
    cookiesFor,
    send,
    post: (url, body) =>
      ask(url, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    takeFrom: (other) => other.jar.forEach((cookie, key) => jar.set(key, cookie)),
    async visit(start, { until = () => false } = {}) {
      let url = new URL(start);
      for (let step = 0; step < 20; step += 1) {
        if (url.origin === FRONT_END || until(url))
          return { url, status: 0, text: '', headers: new Headers() };
        const page = await send('GET', url.href);
        const location = page.headers.get('location');
        if (page.status < 300 || page.status > 399 || location === null) return page;
        url = new URL(location, url);
      }
      throw new Error(`${start} leads round in circles`);
    },
  };
}
