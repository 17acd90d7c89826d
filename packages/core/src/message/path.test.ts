import { expect, it } from 'vitest'
import { segmentsBelow } from './message.js'

it.each([
  ['/api/tags', ['tags']],
  ['/API/Tags/1/', ['Tags', '1']],
  ['/api', []],
  ['/api/', []],
  ['/api/%74ags/1', ['%74ags', '1']],
  ['/api/a/b%20c', ['a', 'b c']],
  ['/api/articles/1%2F..%2F2', ['articles', '1/../2']],
  ['/api//tags', ['', 'tags']],
  ['/apix/tags', null],
  ['//api/tags', null],
  ['/', null],
])('segmentsBelow %s', (path, expected) => {
  expect(segmentsBelow('/api', path)).toEqual(expected)
})

it('rejects percent-encoding that is not UTF-8', () => {
  expect(() => segmentsBelow('/api', '/api/tags/%E0%A4%A')).toThrow(
    expect.objectContaining({ name: 'BadRequestError' }),
  )
})
