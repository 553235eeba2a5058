import type { RequestHandler } from 'express';

export interface Mount {
  readonly path: string;
  readonly handler: RequestHandler;
}
