import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { Node } from '@tiptap/pm/model';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { EXTENSIONS } from './extensions.js';
import { withoutHandlers } from './known-markup.js';
import { ToolBar } from './tool-bar.js';

export interface RichTextProps {
  /** Stored HTML. */
  readonly value: string;
  /** Called after changes by the user only. Unedited HTML stays identical to the stored text. */
  readonly change: (html: string) => void;
  readonly blur: () => void;
  readonly isInvalid: boolean;
  readonly labelId: string;
  readonly helpId: string;
}

/** Rich text editor. */
export default function RichText(props: RichTextProps): ReactElement | null {
  const editor = useRichEditor(props);
  return (
    <Box sx={frame(props.isInvalid)}>
      <ToolBar editor={editor} />
      <EditorContent editor={editor} />
    </Box>
  );
}

function useRichEditor({ value, change, blur, labelId, helpId }: RichTextProps): Editor {
  const shown = useRef({ html: value, start: value, doc: undefined as Node | undefined });
  const callbacks = useRef({ change, blur });
  callbacks.current = { change, blur };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    // The styles of the editor are set below, because the content security policy blocks its own.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: withoutHandlers,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-describedby': helpId,
      },
    },
    onCreate: ({ editor: made }) => (shown.current.doc = made.state.doc),
    onUpdate: ({ editor: present }) => {
      const { start, doc } = shown.current;
      // If all changes are undone, the value is the original HTML instead of the output of the editor.
      const isStart = doc !== undefined && present.state.doc.eq(doc);
      shown.current.html = isStart ? start : present.isEmpty ? '' : present.getHTML();
      callbacks.current.change(shown.current.html);
    },
    onBlur: () => callbacks.current.blur(),
  });
  useEffect(() => {
    if (value === shown.current.html) return;
    editor.commands.setContent(value, { emitUpdate: false });
    shown.current = { html: value, start: value, doc: editor.state.doc };
  }, [editor, value]);
  return editor;
}

const frame = (isInvalid: boolean) => (theme: Theme) => ({
  border: 1,
  borderColor: isInvalid ? theme.palette.error.main : theme.palette.action.disabled,
  borderRadius: 1,
  '&:focus-within': { borderColor: theme.palette.primary.main },
  '& .ProseMirror': {
    position: 'relative',
    minHeight: 160,
    maxHeight: '70vh',
    overflowY: 'auto',
    p: 2,
    outline: 'none',
    // Required by the editor.
    whiteSpace: 'break-spaces',
    overflowWrap: 'break-word',
    '& > :first-of-type': { mt: 0 },
    '& > :last-of-type': { mb: 0 },
    '& blockquote': { borderLeft: 3, borderColor: 'divider', ml: 0, pl: 2 },
    '& pre': { bgcolor: 'action.hover', p: 1, borderRadius: 1, whiteSpace: 'pre-wrap' },
    '& a': { color: 'primary.main' },
    '& li > p': { my: 0 },
  },
});
