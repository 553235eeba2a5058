import type { HtmlContent } from '../../generated/types/index.js';
import { written, type Html } from '../lib/html.js';

export const drawHtmlContent = (content: HtmlContent): Html => written(content.html);
