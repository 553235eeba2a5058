export { freePathAndName, numbered } from './routes/free-names.js';
export { segmentOf } from './routes/route-generator.js';
