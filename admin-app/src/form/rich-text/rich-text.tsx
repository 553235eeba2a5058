import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { Node } from '@tiptap/pm/model';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { EXTENSIONS } from './extensions.js';
import { withoutHandlers } from './known-markup.js';
import { ToolBar } from './tool-bar.js';

export interface RichTextProps {
  /** The HTML as it is stored. */
  readonly value: string;
  /** Told of each change that somebody made, of nothing else: what was not edited stays as it was, byte for byte. */
  readonly change: (html: string) => void;
  readonly blur: () => void;
  readonly isInvalid: boolean;
  readonly labelId: string;
  readonly helpId: string;
}

/** A text with its formats, as it will look. */
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
  const told = useRef({ change, blur });
  told.current = { change, blur };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    // The few rules that it needs are below, where the policy of the page lets them in.
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
      // Undone to what it was, it is what it was, and not as the editor would have written it.
      const isStart = doc !== undefined && present.state.doc.eq(doc);
      shown.current.html = isStart ? start : present.isEmpty ? '' : present.getHTML();
      told.current.change(shown.current.html);
    },
    onBlur: () => told.current.blur(),
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
    // What the editor relies on.
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
