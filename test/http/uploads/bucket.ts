import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { TestAppOptions } from '../../support/test-app.js';

/** A running S3-compatible server with the two filesystems of the tests in one bucket. */
export interface Bucket {
  /** Address of the filesystem that visitors may read. */
  readonly publicUrl: string;
  readonly options: Pick<TestAppOptions, 'config' | 'env'>;
  close(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = { driver: 's3', bucket: 'files', region: 'us-east-1', endpoint, force_path_style: true };
  const publicUrl = `${endpoint}/files/site/public`;
  return {
    publicUrl,
    options: {
      config: {
        filesystems: {
          public: { ...bucket, prefix: 'site/public', public_url: publicUrl },
          private: { ...bucket, prefix: 'site/private' },
        },
      },
      env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
