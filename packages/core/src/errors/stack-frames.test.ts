import { expect, it } from 'vitest'
import { stackFrames } from './stack-frames.js'

it('reads files and lines, and skips everything else', () => {
  const stack = [
    'Error: at /not/a/frame:3:4',
    '    at run (file:///srv/app/src/index.js?version=7:12:5)',
    '    at new Article (/srv/app/src/article.js:3:13)',
    '    at /srv/app/src/plain.js:4:1',
    '    at async file:///srv/app/src/top-level.js:5:1',
    String.raw`    at save (C:\app\index.js:6:2)`,
    '    at async Promise.all (index 0)',
    '    at node:internal/process/task_queues:95:5',
    `    at ${'/a'.repeat(3_000)}.js:7:1`,
  ].join('\n')
  expect(stackFrames(stack)).toEqual([
    { file: '/srv/app/src/index.js', line: 12 },
    { file: '/srv/app/src/article.js', line: 3 },
    { file: '/srv/app/src/plain.js', line: 4 },
    { file: '/srv/app/src/top-level.js', line: 5 },
    { file: String.raw`C:\app\index.js`, line: 6 },
  ])
})
