/** The names of a node (components.md section 5.4). */
export interface Names {
  readonly name: string;
  /** Key of the field in a submission: `contact[email]`. */
  readonly fullName: string;
  readonly id: string;
  /** Rendering hint of this one node; entries of a collection share theirs. */
  readonly uniqueBlockPrefix: string;
}

/** A root may begin with `_` or digits, an element's id may not. */
export function rootNames(name: string): Names {
  return { name, fullName: name, id: name.replace(/^[_0-9]+/, ''), uniqueBlockPrefix: `_${name}` };
}

/** `block` stands for the name in the block prefix: `entry` for all entries of a collection. */
export function childNames(parent: Names, name: string, block = name): Names {
  // The fields of a form without a name stand at the top level.
  if (parent.fullName === '') return { name, fullName: name, id: name, uniqueBlockPrefix: `_${block}` };
  return {
    name,
    fullName: `${parent.fullName}[${name}]`,
    id: `${parent.id}_${name}`,
    uniqueBlockPrefix: `${parent.uniqueBlockPrefix}_${block}`,
  };
}
