import { expect, test } from 'vitest';
import { ownFrames } from '../../bench/depth/call-stack.js';

const STACK = `Error
    at onStatement (file:///srv/dist/runtime/app.js:140:34)
    at Object.all (file:///srv/dist/runtime/adapters/persistence/database.js:23:26)
    at Query.run (/srv/dist/node_modules/orm/query.js:9:3)
    at find (file:///srv/dist/runtime/kernel/records/reader.js:16:33)
    at find (file:///srv/dist/runtime/kernel/records/reader.js:16:33)
    at Array.map (<anonymous>)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at async file:///srv/dist/runtime/kernel/reads/read.js:7:2
    at async Promise.all (index 0)
    at async Object.handle [as read] (file:///srv/dist/runtime/adapters/http/handler.js:45:36)
    at dispatch (/srv/other/http.js:1:1)`;

test('the depth of a statement counts own functions once each, from the persistence layer to the handler', () => {
  expect(ownFrames(STACK, '/srv/dist')).toEqual([
    { name: 'all', place: 'runtime/adapters/persistence/database.js:23' },
    { name: 'find', place: 'runtime/kernel/records/reader.js:16' },
    { name: '(anonymous)', place: 'runtime/kernel/reads/read.js:7' },
    { name: 'handle [as read]', place: 'runtime/adapters/http/handler.js:45' },
  ]);
});
