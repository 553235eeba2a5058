import { chosenLanguage } from './chosen-language.js';

/** Receives the share of a form upload that was sent, from 0 to 1, and undefined at its end. */
export type ProgressListener = (share: number | undefined) => void;

const listeners = new Set<ProgressListener>();

/**
 * Subscribes to upload progress.
 * @returns a function that unsubscribes
 */
export function onProgress(listener: ProgressListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const tell = (share: number | undefined): void => listeners.forEach((listener) => listener(share));

/** Sends a request in the language of the admin. Uploads of forms report their progress, which `fetch` does not support. */
export const sendWithProgress: typeof globalThis.fetch = (address, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('Accept-Language', chosenLanguage());
  const request = { ...init, headers };
  return init.body instanceof FormData
    ? sendForm(String(address), request)
    : globalThis.fetch(address, request);
};

function sendForm(url: string, { method = 'POST', headers, body }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.withCredentials = true;
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable ? tell(loaded / total) : undefined;
    request.onloadend = () => tell(undefined);
    request.onerror = () => reject(new TypeError('The service cannot be reached.'));
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
    request.send(body as FormData); // sendForm is only called with form data
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const [name = '', ...rest] = line.split(': ');
    return [name, rest.join(': ')];
  });
  return new Headers(pairs.filter(([name]) => name !== ''));
}
