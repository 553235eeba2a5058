import { writeSync } from 'node:fs';

// Loaded into measured processes, because a parent cannot read the processor time and memory of a child that has
// ended.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${user + system} ${process.resourceUsage().maxRSS}`);
});
