import { test } from 'vitest';
import { generate } from '../../../../generator/index.js';
for (const name of ['worked-examples','empty','rich']) test(name, async () => {
  const r = await generate({ projectRoot: '/work/main/test/golden/'+name, outputFolder: 'expected' });
  console.log(JSON.stringify(r.timings));
});
