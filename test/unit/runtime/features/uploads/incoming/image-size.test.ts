import { expect, test } from 'vitest';
import { aMedia } from '../../../../../support/media.js';
import { measureImage } from '../../../../../../runtime/features/uploads/incoming/image-size.js';

test('the size of an image is read from its own bytes, not from the memory behind them', async () => {
  const media = aMedia();
  const memory = Buffer.from('GIF89a\x40\x01\xf0\x00 what others have sent', 'latin1');
  expect(await measureImage(memory.subarray(0, 6), 'image/gif', media)).toBeUndefined();
  const size = await measureImage(memory.subarray(0, 10), 'image/gif', media);
  expect(size).toEqual({ width: 320, height: 240 });
  media.close();
});
