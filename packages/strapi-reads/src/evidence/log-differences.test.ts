import { describe, expect, it } from 'vitest'
import type { Answer } from './compare-answers.js'
import { logDifferences } from './log-differences.js'

function logged(logBodies: boolean) {
  const lines: string[] = []
  const logger = { warn: (message: string, more?: object) => void lines.push(JSON.stringify({ message, ...more })) }
  const answer = (body: string): Answer => ({ status: 200, contentType: 'application/json', body })
  logDifferences(logger, { logBodies })({
    read: { key: 'k', method: 'POST', route: '/graphql', url: '/graphql?secret=1', body: Buffer.from('{"query":"q"}') },
    differences: [{ path: 'data[0].name', ours: 'string', theirs: 'number' }],
    ours: answer('{"name":"a private name"}'),
    theirs: answer(`{"name":${'1'.repeat(20_000)}}`),
  })
  return lines.join('\n')
}

describe('differences in the log', () => {
  it('have no values', () => {
    const line = logged(false)
    expect(JSON.parse(line)).toMatchObject({ shape: 'k', method: 'POST', route: '/graphql' })
    expect(line).toContain('"path":"data[0].name","ours":"string","theirs":"number"')
    expect(line).not.toMatch(/private|secret|111|query/)
  })

  it('have the start of all bodies if the configuration says so', () => {
    const found = JSON.parse(logged(true)) as Record<string, string>
    expect(found).toMatchObject({
      url: '/graphql?secret=1',
      request: '{"query":"q"}',
      ours: '{"name":"a private name"}',
    })
    expect(found['theirs']).toHaveLength(10_000)
  })
})
