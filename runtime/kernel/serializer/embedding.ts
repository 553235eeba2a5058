import type { FieldDescriptor } from '../contract/schema/resource.js';

/**
 * Returns whether a relation embeds documents instead of IRIs (`x-relation.embed`, components.md section
 * 11.2).
 */
export function isEmbedding(field: FieldDescriptor): boolean {
  return 'embed' in field && field.embed === true;
}
