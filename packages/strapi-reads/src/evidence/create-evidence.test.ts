import { describe, expect, it } from 'vitest'
import type { Answer } from './compare-answers.js'
import { type ComparedRead, createEvidence, type EvidenceOptions, type SchemaEvidence } from './create-evidence.js'

const answer = (value: unknown): Answer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

const read = (key: string): ComparedRead => ({ key, method: 'GET', route: '/api/tags', url: '/api/tags', body: null })

function open(options: Partial<EvidenceOptions> = {}) {
  const reports: unknown[] = []
  const evidence = createEvidence({
    verify: true,
    random: () => 0.5,
    report: ({ read: { key }, differences }) => reports.push({ key, differences }),
    ...options,
  })
  return { all: evidence, evidence: { ...evidence.ofSchema(reports), figures: () => evidence.figures() }, reports }
}

/** Compares equal responses of a shape, as often as it takes to serve it. */
function prove(evidence: SchemaEvidence, key: string): void {
  for (let times = 0; times < 3; times++) evidence.compared(read(key), answer(1), answer(1))
}

describe('createEvidence', () => {
  it('serves a shape after three equal responses', () => {
    const { evidence } = open()
    for (let times = 0; times < 3; times++) {
      expect(evidence.judge('a')).toBe('forward-and-compare')
      expect(evidence.compared(read('a'), answer({ b: 1, a: [2] }), answer({ a: [2], b: 1 }))).toBe('equal')
    }
    expect(evidence.judge('a')).toBe('serve')
    expect(evidence.judge('b')).toBe('forward-and-compare')
  })

  it('compares one in 1,000 of the reads that it serves', () => {
    const numbers = [0.00099, 0.001]
    const { evidence } = open({ random: () => numbers.shift() as number })
    prove(evidence, 'a')
    expect([evidence.judge('a'), evidence.judge('a')]).toEqual(['serve-and-compare', 'serve'])
  })

  it('forwards a shape whose responses differ twice in a row, and reports where', () => {
    const { evidence, reports } = open()
    prove(evidence, 'a')
    expect(evidence.compared(read('a'), answer({ data: [1] }), answer({ data: [2] }))).toBe('again')
    expect(evidence.judge('a')).toBe('forward-and-compare')
    expect(evidence.compared(read('a'), answer({ data: [1] }), answer({ data: ['1'] }))).toBe('different')
    expect(evidence.judge('a')).toBe('forward')
    // Another read of the shape was under way.
    expect(evidence.compared(read('a'), answer(1), answer(2))).toBe('different')
    expect(evidence.judge('a')).toBe('forward')
    expect(reports).toEqual([{ key: 'a', differences: [{ path: 'data[0]', ours: 'number', theirs: 'string' }] }])
    expect(evidence.figures()).toEqual({ shapes: 0, differentShapes: 1, comparisons: 6, differences: 3 })
  })

  it('serves a shape on after one difference, because a write may have come between', () => {
    const { evidence } = open()
    prove(evidence, 'a')
    evidence.compared(read('a'), answer(1), answer(2))
    expect(evidence.compared(read('a'), answer(2), answer(2))).toBe('equal')
    expect(evidence.judge('a')).toBe('serve')
  })

  it('serves a stopped shape again after many equal responses in a row, three times', () => {
    let number = 0.5
    const { evidence, reports } = open({ random: () => number })
    for (const [stops, enough] of [30, 100, 300].entries()) {
      for (let times = 0; times < 2; times++) evidence.compared(read('a'), answer(1), answer(2))
      expect(evidence.figures().differentShapes).toBe(1)
      expect(reports).toHaveLength(stops + 1)
      // A difference begins the row again.
      for (const last of [answer(2), answer(1)]) {
        for (let times = 1; times < enough; times++) evidence.compared(read('a'), answer(1), answer(1))
        number = 0.1
        expect(evidence.judge('a')).toBe('forward')
        number = 0.09
        expect(evidence.judge('a')).toBe('forward-and-compare')
        evidence.compared(read('a'), answer(1), last)
      }
      number = 0.5
      expect(evidence.judge('a')).toBe('serve')
      expect(evidence.figures().differentShapes).toBe(0)
    }
    for (let times = 0; times < 2; times++) evidence.compared(read('a'), answer(1), answer(2))
    for (let times = 0; times < 1000; times++) evidence.compared(read('a'), answer(1), answer(1))
    number = 0
    expect(evidence.judge('a')).toBe('forward')
  })

  it('serves everything without comparisons if it is off', () => {
    expect(open({ verify: false }).evidence.judge('a')).toBe('serve')
  })

  it('remembers 100,000 shapes, and never serves a forgotten one without evidence', () => {
    const { evidence } = open()
    evidence.compared(read('different'), answer(1), answer(2))
    evidence.compared(read('different'), answer(1), answer(2))
    prove(evidence, 'proven')
    for (let shape = 0; shape < 100_001; shape++) evidence.compared(read(`shape ${shape}`), answer(1), answer(1))
    expect(evidence.figures().shapes).toBe(100_000)
    expect(evidence.judge('proven')).toBe('forward-and-compare')
    expect(evidence.judge('different')).toBe('forward')
  })

  it('serves no new shape once too many are different', () => {
    const { evidence } = open({ maximumShapes: 2 })
    prove(evidence, 'proven')
    for (const key of ['a', 'b', 'c']) {
      evidence.compared(read(key), answer(1), answer(2))
      evidence.compared(read(key), answer(1), answer(2))
    }
    expect(evidence.figures().differentShapes).toBe(2)
    expect(['a', 'b', 'c', 'new'].map((key) => evidence.judge(key))).toEqual(Array(4).fill('forward'))
    expect(evidence.judge('proven')).toBe('serve')
  })

  it('compares a shape again after the schema has changed, and ignores reads of the old schema', () => {
    const { all } = open()
    const [old, changed] = [all.ofSchema({}), {}]
    prove(old, 'proven')
    for (let times = 0; times < 2; times++) old.compared(read('different'), answer(1), answer(2))
    const now = all.ofSchema(changed)
    expect(now.judge('proven')).toBe('forward-and-compare')
    expect(now.judge('different')).toBe('forward')
    for (let times = 0; times < 3; times++) expect(old.compared(read('late'), answer(1), answer(1))).toBe('outdated')
    expect(now.judge('late')).toBe('forward-and-compare')
    prove(now, 'proven')
    expect([now.judge('proven'), old.judge('proven')]).toEqual(['serve', 'forward-and-compare'])
    expect(all.ofSchema(changed)).toBe(now)
    expect(all.figures()).toMatchObject({ shapes: 1, differentShapes: 1, comparisons: 8 })
  })
})
