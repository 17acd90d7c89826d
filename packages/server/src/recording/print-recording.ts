import type { Recording } from './recording.js'

/**
 * Returns the text of the file that `content-api record` writes.
 * @param types the module with the fingerprint of the content types, relative to the file
 */
export function printRecording(recording: Recording, types: string | null): string {
  const { model, requests, ...first } = recording
  const fingerprint = model && types !== null ? { model: { recorded: model.recorded, current: '@fingerprint' } } : {}
  const text = JSON.stringify({ ...first, ...fingerprint, requests }, null, 2)
  // The first one is that of the model: responses follow.
  const object = ('model' in fingerprint ? text.replace('"@fingerprint"', 'fingerprint') : text)
    // In code this key would set the prototype. Quotes in a string have a backslash, so that none matches.
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return [
    `// Written by \`${recording.command}\`. Don't edit it, but record again.`,
    '/* eslint-disable */',
    "import { type Recording, recordedHandlers } from '@content-api/server/recorded'",
    ...(model && types !== null ? [`import { fingerprint } from '${types}'`] : []),
    '',
    '// prettier-ignore',
    `export const recording = ${object} satisfies Recording`,
    '',
    'export const handlers = recordedHandlers(recording)',
    '',
  ].join('\n')
}
