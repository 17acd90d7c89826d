import { describe, expect, it } from 'vitest'
import { type Answer, compareAnswers } from './compare-answers.js'

const json = (body: string): Answer => ({ status: 200, contentType: 'application/json; charset=utf-8', body })

describe('compareAnswers', () => {
  it.each([
    ['{"a":1,"b":[{"c":null}]}', '{"b":[{"c":null}],"a":1}'],
    ['{"a":1.0}', '{"a":1}'],
    ['[]', '[]'],
  ])('finds no difference between %s and %s', (ours, theirs) => {
    expect(compareAnswers(json(ours), json(theirs))).toEqual([])
  })

  it.each([
    ['[1,2]', '[2,1]', '[0]', 'number', 'number'],
    ['{"a":"1"}', '{"a":1}', 'a', 'string', 'number'],
    ['{"a":null}', '{}', 'a', 'null', 'missing'],
    ['{"a":{"b":[]}}', '{"a":{"b":[1]}}', 'a.b', 'array of 0', 'array of 1'],
    ['{"a":[]}', '{"a":{}}', 'a', 'array of 0', 'object'],
    ['1', 'no JSON', 'body', 'JSON', 'text'],
  ])('finds the difference between %s and %s', (left, right, path, ours, theirs) => {
    expect(compareAnswers(json(left), json(right))).toContainEqual({ path, ours, theirs })
  })

  it('compares the status and the content type', () => {
    expect(compareAnswers(json('1'), { ...json('1'), status: 404 })).toEqual([
      { path: 'status', ours: '200', theirs: '404' },
    ])
    expect(compareAnswers(json('1'), { ...json('1'), contentType: 'Application/JSON;charset=UTF-8' })).toEqual([])
    expect(compareAnswers(json('1'), { ...json('1'), contentType: 'text/plain' })).toHaveLength(1)
  })

  it('reports at most 20 places, and compares values of any depth', () => {
    const many = JSON.stringify(Array.from({ length: 50 }, (_, index) => index))
    expect(compareAnswers(json(many), json(many.replaceAll(/\d+/g, '-1')))).toHaveLength(20)
    const deep = (value: number) => json('['.repeat(5000) + value + ']'.repeat(5000))
    expect(compareAnswers(deep(1), deep(2))).toHaveLength(1)
  })
})
