/** The names of a node (components.md section 5.4). */
export interface Names {
  readonly name: string;
  /** Key of the field in a submission: `contact[email]`. */
  readonly fullName: string;
  readonly id: string;
  /** Rendering hint for this node; entries of a collection share one. */
  readonly uniqueBlockPrefix: string;
}

/** Builds the names of a root. Unlike an element id, a name may start with `_` or digits. */
export function rootNames(name: string): Names {
  return { name, fullName: name, id: name.replace(/^[_0-9]+/, ''), uniqueBlockPrefix: `_${name}` };
}

/**
 * Builds the names of a child. `block` replaces the name in the block prefix: `entry` for all entries of a collection.
 */
export function childNames(parent: Names, name: string, block = name): Names {
  // The fields of a form without a name are at the top level.
  if (parent.fullName === '') return { name, fullName: name, id: name, uniqueBlockPrefix: `_${block}` };
  return {
    name,
    fullName: `${parent.fullName}[${name}]`,
    id: `${parent.id}_${name}`,
    uniqueBlockPrefix: `${parent.uniqueBlockPrefix}_${block}`,
  };
}
