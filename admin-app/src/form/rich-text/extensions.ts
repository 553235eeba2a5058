import type { Extensions } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { isSafeAddress } from './known-markup.js';

/** What the editor knows; anything else that is pasted loses its markup and keeps its words. */
export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    // An empty paragraph at the end would be one that nobody wrote.
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
