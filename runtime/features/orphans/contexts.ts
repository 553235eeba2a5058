import { documentTerms } from '../../kernel/serializer/document-terms.js';

/** What the members of the reports mean to JSON-LD. */
export const ORPHAN_CONTEXTS = {
  OrphanedResources: documentTerms('OrphanedResources', {
    iris: ['componentGroups', 'componentPositions', 'components'],
  }),
  OrphanedFiles: documentTerms('OrphanedFiles', { iris: ['resource'] }),
};
