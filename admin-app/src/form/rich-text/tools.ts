import Code from '@mui/icons-material/Code';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import HorizontalRule from '@mui/icons-material/HorizontalRule';
import Redo from '@mui/icons-material/Redo';
import StrikethroughS from '@mui/icons-material/StrikethroughS';
import Undo from '@mui/icons-material/Undo';
import type { SvgIconComponent } from '@mui/icons-material';
import type { ChainedCommands, Editor } from '@tiptap/core';

/** Button of the editor. */
export interface Tool {
  /** Last part of its message key. */
  readonly name: string;
  readonly Icon: SvgIconComponent;
  /** Keyboard shortcut. */
  readonly keys?: string;
  run(chain: ChainedCommands): ChainedCommands;
  /** Returns whether the format is active at the cursor. One-time actions have no state. */
  isOn?(editor: Editor): boolean;
}

const holds = (mark: string) => (editor: Editor) => editor.isActive(mark);

export const MARKS: readonly Tool[] = [
  { name: 'bold', Icon: FormatBold, keys: 'Ctrl+B', run: (chain) => chain.toggleBold(), isOn: holds('bold') },
  {
    name: 'italic',
    Icon: FormatItalic,
    keys: 'Ctrl+I',
    run: (chain) => chain.toggleItalic(),
    isOn: holds('italic'),
  },
  {
    name: 'underline',
    Icon: FormatUnderlined,
    keys: 'Ctrl+U',
    run: (chain) => chain.toggleUnderline(),
    isOn: holds('underline'),
  },
  { name: 'strike', Icon: StrikethroughS, run: (chain) => chain.toggleStrike(), isOn: holds('strike') },
  { name: 'code', Icon: Code, run: (chain) => chain.toggleCode(), isOn: holds('code') },
];

export const BLOCKS: readonly Tool[] = [
  {
    name: 'bullets',
    Icon: FormatListBulleted,
    run: (chain) => chain.toggleBulletList(),
    isOn: holds('bulletList'),
  },
  {
    name: 'numbers',
    Icon: FormatListNumbered,
    run: (chain) => chain.toggleOrderedList(),
    isOn: holds('orderedList'),
  },
  { name: 'quote', Icon: FormatQuote, run: (chain) => chain.toggleBlockquote(), isOn: holds('blockquote') },
  { name: 'rule', Icon: HorizontalRule, run: (chain) => chain.setHorizontalRule() },
];

export const STEPS: readonly Tool[] = [
  { name: 'undo', Icon: Undo, keys: 'Ctrl+Z', run: (chain) => chain.undo() },
  { name: 'redo', Icon: Redo, keys: 'Ctrl+Y', run: (chain) => chain.redo() },
];

export const LEVELS = [2, 3, 4] as const;
