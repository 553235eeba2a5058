import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A raw connection of a test, which is closed after the test. */
export interface RawConnection {
  readonly socket: Socket;
  /** Complete output of the server, when the connection is closed. */
  readonly ended: Promise<string>;
}

export function openRawConnection(port: number, text: string): RawConnection {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString())).on('error', () => undefined);
  // A reset connection counts as closed.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
  return { socket, ended };
}

/** The head of a request, with `Host`. */
export const requestHead = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
