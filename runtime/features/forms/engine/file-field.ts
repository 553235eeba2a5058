import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';
import { SubmittedFile, type SubmittedValue } from './compiled-form.js';
import { refuse, type NodeBehaviour } from './node.js';
import { sentMembers } from './sent-value.js';

/** A file, or several. Only multipart bodies carry files: JSON values are none (components.md section 5.5). */
export function fileField({ multiple = false }: FormFieldDefinition): NodeBehaviour {
  return {
    begin(node) {
      node.data = multiple ? [] : null;
    },
    submit(node, sent) {
      const files = filesIn(sent);
      if (!multiple && files.length > 1) return refuse(node);
      node.data = multiple ? files : (files[0] ?? null);
    },
    value: () => '',
    echo: () => null,
    vars: () => ({ multiple }),
    ...(multiple ? { fullNameSuffix: '[]' } : {}),
  };
}

function filesIn(sent: SubmittedValue): readonly SubmittedFile[] {
  if (sent instanceof SubmittedFile) return [sent];
  return [...(sentMembers(sent)?.values() ?? [])].filter((one) => one instanceof SubmittedFile);
}
