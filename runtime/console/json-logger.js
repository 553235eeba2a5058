import { pino } from 'pino';
import { withoutSecrets } from './log-entry.js';
/** One JSON object a line, on standard error unless said otherwise; `fields` stand in each. */
export function createJsonLogger(level, destination = standardError(), fields = {}) {
    const log = pino({ level, base: fields, serializers: { err: describeError } }, destination);
    const write = (of) => (entry) => log[of](withoutSecrets(entry));
    const printRequest = requestPrinter(fields);
    return {
        error: write('error'),
        warn: write('warn'),
        info: write('info'),
        debug: write('debug'),
        request: log.isLevelEnabled('info')
            ? (line) => void destination.write(printRequest(line))
            : () => undefined,
    };
}
/** Prints the lines of requests as pino does, whose way of printing anything takes longer than half of a kept answer. */
function requestPrinter(fields) {
    const own = Object.entries(fields).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
    const start = `{"level":${pino.levels.values.info},"time":`;
    const behindTime = `${own.join('')},"msg":"`;
    return ({ msg, requestId, method, pattern, status, ms, queries }) => {
        const counted = queries === undefined ? '' : `,"queries":${queries}`;
        const named = `"requestId":${JSON.stringify(requestId)},"method":"${method}","pattern":${JSON.stringify(pattern)}`;
        return `${start}${Date.now()}${behindTime}${msg}",${named},"status":${status},"ms":${ms}${counted}}\n`;
    };
}
/** How long lines wait for others. */
const PATIENCE_MS = 20;
/** What a pipe takes whole: lines of several workers on one never mix. */
const MOST_CHARACTERS = 4096;
const IS_ERROR = `{"level":${pino.levels.values.error},`;
/**
 * Lines are written together: a system call for each, and the thread that makes it, cost as much as all else that a kept answer
 * takes. An error is written at once with what waits, and the end of the process leaves nothing behind.
 */
function standardError() {
    const destination = pino.destination({ dest: 2, maxWrite: MOST_CHARACTERS });
    let lines = '';
    let waiting;
    const write = () => {
        clearTimeout(waiting);
        waiting = undefined;
        const together = lines;
        lines = '';
        if (together !== '')
            destination.write(together);
    };
    // In front of the listener of the destination, which writes what it was given before the process ends.
    process.prependListener('exit', write);
    return {
        write(line) {
            if (lines.length + line.length > MOST_CHARACTERS)
                write();
            lines += line;
            if (line.startsWith(IS_ERROR))
                write();
            else
                waiting ??= setTimeout(write, PATIENCE_MS);
        },
    };
}
/** Logs only what names the failure: errors of drivers also carry statements with their values, ours carry headers. */
function describeError(error, depth = 0) {
    if (!(error instanceof Error))
        return { type: typeof error, message: String(error) };
    const code = 'code' in error ? error.code : undefined;
    return {
        type: error.name,
        message: error.message,
        ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
        stack: error.stack,
        ...(error.cause === undefined || depth >= 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
    };
}
//# sourceMappingURL=json-logger.js.map