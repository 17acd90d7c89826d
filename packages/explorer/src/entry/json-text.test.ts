import { expect, it } from 'vitest'
import { jsonText } from './json-text.js'

it('prints short values on one line, and breaks long ones', () => {
  const body = {
    data: {
      title: 'Fjords',
      tags: { connect: [{ id: 4, position: { after: 2 } }], disconnect: [1] },
      text: 'A long text. '.repeat(5),
      empty: {},
      nothing: null,
    },
  }
  const text = jsonText(body)
  expect(JSON.parse(text)).toEqual(body)
  expect(text.split('\n').slice(0, 8)).toEqual([
    '{',
    '  "data": {',
    '    "title": "Fjords",',
    '    "tags": {',
    '      "connect": [{ "id": 4, "position": { "after": 2 } }],',
    '      "disconnect": [1]',
    '    },',
    `    "text": ${JSON.stringify(body.data.text)},`,
  ])
  expect(jsonText(null)).toBe('null')
  expect(jsonText({ data: {} })).toBe('{ "data": {} }')
})
