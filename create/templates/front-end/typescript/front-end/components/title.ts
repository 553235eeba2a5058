import type { Title } from '../../generated/types/index.js';
import { html, type Html } from '../lib/html.js';

export const drawTitle = ({ title }: Title): Html => html`<h1>${title}</h1>`;
