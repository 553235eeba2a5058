import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createBackgroundWork } from '../../../runtime/features/uploads/storage/background-work.js';
import type { RenderVariant } from '../../../runtime/features/uploads/variants/image-variants.js';
import { createMissingInfo } from '../../../runtime/features/uploads/variants/missing-info.js';
import { aMedia } from '../../support/media.js';
import type { UploadsApp } from './support.js';
import { form, mediaObjects, picture, startUploadsApp, uploadField } from './support.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const MINUTE = 60_000;
const FIELD = uploadField({ name: 'cover', column: 'cover_path' });

/** Filters that readers of the application request. */
let chosen: readonly string[] = [];
const media = aMedia();
let app: UploadsApp;
beforeAll(async () => {
  app = await startUploadsApp({
    config: { image_filters: { thumbnail: {}, square: {}, banner: { width: 60, height: 20 } } },
    extensions: { imageFilters: { Brochure: () => chosen } },
  });
});
afterAll(async () => {
  media.close();
  await app?.close();
});

/** Creates the variants of this application, on a machine that runs out of time as long as the test wants. */
function aBusyMachine() {
  const state = { now: new Date('2026-01-01T00:00:00Z').getTime(), isShort: true, tries: 0 };
  const renderVariant: RenderVariant = async (source, filter) => {
    state.tries += 1;
    return state.isShort ? 'broken off' : media.renderVariant(source, filter);
  };
  const background = createBackgroundWork(SILENT_LOGGER);
  const { database, writeOutOfBand } = app.app;
  const uploads = app.app.get(UPLOADS);
  const clock = { now: () => new Date(state.now) };
  const missing = createMissingInfo({
    ...{
      ...uploads,
      database,
      writeOutOfBand,
      config: app.config,
      clock,
      background,
      media: { ...media, renderVariant },
    },
  });
  return {
    state,
    /** Reads the missing variant concurrently. */
    async read(path: string, readers = 5): Promise<void> {
      const lacking = { isDescribed: true, filters: ['banner'] };
      for (let reader = 0; reader < readers; reader += 1) missing.request(FIELD, path, lacking);
      await background.whenIdle();
    },
  };
}

async function store(bytes: Buffer): Promise<{ readonly iri: string; readonly path: string }> {
  chosen = [];
  const before = await app.files('private');
  const created = await app.upload('/component/brochures/upload', form({ cover: [bytes, 'late.png'] }));
  expect(created.status, created.text).toBe(201);
  const [path = ''] = (await app.files('private')).filter((one) => !before.includes(one));
  return { iri: created.body['@id'], path };
}

/** Whether the run-time variant in a document exists; empty if the document has none. */
async function bannersOf(iri: string): Promise<unknown[]> {
  chosen = ['banner'];
  const { body } = await app.get(iri, { as: 'admin' });
  return mediaObjects(body, 'cover')
    .filter((one) => one['imagineFilter'] === 'banner')
    .map((one) => one['fileSize'] !== -1);
}

describe('a variant that could not be completed', () => {
  test('is created by a later read', async () => {
    const { iri, path } = await store(await picture(90, 30));
    await aBusyMachine().read(path);
    expect(await bannersOf(iri)).toEqual([false]);
    await app.app.get(UPLOADS).whenIdle();
    expect(await bannersOf(iri)).toEqual([true]);
  });

  test('is not retried by every read, but after a pause', async () => {
    const { path } = await store(await picture(90, 30));
    const machine = aBusyMachine();
    await machine.read(path);
    await machine.read(path);
    expect(machine.state.tries).toBe(1);
    machine.state.now += MINUTE;
    machine.state.isShort = false;
    await machine.read(path);
    await machine.read(path);
    expect(machine.state.tries).toBe(2);
    expect((await app.files('private', 'variants')).filter((one) => one.includes('/banner/'))).toContain(
      `${app.config.imageCachePrefix}/banner/${path}`,
    );
  });

  test('is abandoned after the third attempt, and is then not a variant of the file', async () => {
    const { iri, path } = await store(await picture(90, 30));
    const machine = aBusyMachine();
    for (let hour = 0; hour < 5; hour += 1) {
      await machine.read(path);
      machine.state.now += 60 * MINUTE;
    }
    expect(machine.state.tries).toBe(3);
    expect(await bannersOf(iri)).toEqual([]);
  });
});

describe('a picture that cannot be decoded', () => {
  test('is decoded once', async () => {
    const whole = await picture(300, 300);
    const { iri, path } = await store(whole.subarray(0, whole.length / 2));
    const machine = aBusyMachine();
    machine.state.isShort = false;
    await machine.read(path);
    machine.state.now += 60 * MINUTE;
    expect(await bannersOf(iri)).toEqual([]);
    await machine.read(path);
    expect(machine.state.tries).toBe(1);
  });
});

describe('a picture whose filter exceeds its time limit', () => {
  test('is distinguished from one that cannot be decoded', async () => {
    // Noise of this size keeps the encoder busy for many times its limit of one second.
    const raw = { width: 4000, height: 4000, channels: 3 } as const;
    const noise = await sharp(randomBytes(4000 * 4000 * 3), { raw })
      .jpeg()
      .toBuffer();
    const filter = { width: null, height: null, mode: 'inset', format: 'webp', quality: null } as const;
    const hasty = aMedia({ renderMs: 500 });
    expect(await hasty.renderVariant(noise, filter)).toBe('broken off');
    hasty.close();
    expect(await media.renderVariant(noise.subarray(0, 5000), filter)).toBe('impossible');
  });
});
