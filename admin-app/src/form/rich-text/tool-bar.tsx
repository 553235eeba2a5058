import LinkIcon from '@mui/icons-material/Link';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import NativeSelect from '@mui/material/NativeSelect';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTranslate } from 'ra-core';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { LinkDialog } from './link-dialog.js';
import { BLOCKS, LEVELS, MARKS, STEPS, type Tool } from './tools.js';

/** Toolbar of the editor. Arrow keys move between its buttons, so that it is a single tab stop. */
export function ToolBar({ editor }: { readonly editor: Editor }): ReactElement {
  const translate = useTranslate();
  const [isLinking, setLinking] = useState(false);
  // Renders after changes of the state below, instead of after each key.
  const { level, on } = useEditorState({
    editor,
    selector: ({ editor: present }) => ({
      level: LEVELS.find((one) => present.isActive('heading', { level: one })) ?? 0,
      on: [...MARKS, ...BLOCKS, LINK].filter(({ isOn }) => isOn?.(present) ?? false).map(({ name }) => name),
    }),
  });
  const button = (tool: Tool): ReactElement => (
    <ToolButton key={tool.name} tool={tool} isOn={on.includes(tool.name)} run={() => run(editor, tool)} />
  );
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={translate('content.rich.formats')}
      onKeyDown={moveFocus}
      sx={{
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.25,
        p: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <NativeSelect
        disableUnderline
        value={level}
        onChange={({ target }) => setLevel(editor, Number(target.value))}
        inputProps={{ 'aria-label': translate('content.rich.style') }}
        sx={{ mx: 1, fontSize: 14 }}
      >
        <option value={0}>{translate('content.rich.paragraph')}</option>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {translate('content.rich.heading', { level: one })}
          </option>
        ))}
      </NativeSelect>
      {MARKS.map(button)}
      <Labelled
        name={translate('content.rich.link')}
        isOn={on.includes(LINK.name)}
        run={() => setLinking(true)}
      >
        <LinkIcon fontSize="small" />
      </Labelled>
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      {BLOCKS.map(button)}
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      {STEPS.map(button)}
      {isLinking && <LinkDialog editor={editor} close={() => setLinking(false)} />}
    </Stack>
  );
}

const LINK = { name: 'link', isOn: (editor: Editor) => editor.isActive('link') };

const run = (editor: Editor, { run: step }: Tool): boolean => step(editor.chain().focus()).run();

function setLevel(editor: Editor, wanted: number): void {
  const level = LEVELS.find((one) => one === wanted);
  const chain = editor.chain().focus();
  (level === undefined ? chain.setParagraph() : chain.setHeading({ level })).run();
}

interface ToolButtonProps {
  readonly tool: Tool;
  readonly isOn: boolean;
  readonly run: () => void;
}

function ToolButton({
  tool: { name, keys, Icon, isOn: holds },
  isOn,
  run: press,
}: ToolButtonProps): ReactElement {
  const label = useTranslate()(`content.rich.${name}`);
  return (
    <Labelled
      name={keys === undefined ? label : `${label} (${keys})`}
      isOn={holds === undefined ? undefined : isOn}
      run={press}
    >
      <Icon fontSize="small" />
    </Labelled>
  );
}

interface LabelledProps {
  readonly name: string;
  /** Undefined for one-time actions. */
  readonly isOn: boolean | undefined;
  readonly run: () => void;
  readonly children: ReactElement;
}

function Labelled({ name, isOn, run: press, children }: LabelledProps): ReactElement {
  return (
    <Tooltip title={name} enterDelay={600}>
      <IconButton
        size="small"
        aria-label={name}
        aria-pressed={isOn}
        color={isOn === true ? 'primary' : 'default'}
        // Keeps the selection of the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={press}
        tabIndex={-1}
        sx={{ borderRadius: 1, ...(isOn === true ? { bgcolor: 'action.selected' } : {}) }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (step === undefined) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, select')];
  const at = tools.indexOf(event.target as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  tools[(at + step + tools.length) % tools.length]?.focus();
}
