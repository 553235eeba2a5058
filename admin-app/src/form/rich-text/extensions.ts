import type { Extensions } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { isSafeAddress } from './known-markup.js';

/** Formats of the editor. Other pasted markup is removed, and its text remains. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    // Adds no empty paragraph at the end.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      isAllowedUri: (address) => isSafeAddress(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];
