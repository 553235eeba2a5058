import { writeSync } from 'node:fs';

// Loaded into measured processes: a parent can not ask for the processor time and the memory of a child that has ended.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, `${user + system} ${process.resourceUsage().maxRSS}`);
});
