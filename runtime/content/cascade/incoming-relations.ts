export {
  createIncomingRelations,
  type IncomingRelation,
  type IncomingRelations,
} from '../../records/incoming-relations.js';
