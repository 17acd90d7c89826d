import { describe, expect, it } from 'vitest'
import { UsageError } from './configuration.js'
import { parseConfiguration } from './parse-configuration.js'
import { declaredCapabilities } from './profile.js'

const mistakes = (value: unknown) => () => parseConfiguration(value, 'conformance.config.ts')

describe('a configuration', () => {
  it('is valid without options, and has defaults', () => {
    expect(parseConfiguration({}, 'test')).toMatchObject({
      profile: 'auto',
      types: [],
      limits: { defaultLimit: 25 },
      graphqlPath: '/graphql',
    })
  })

  it('is rejected with a message that lists every mistake and suggests known names', () => {
    expect(mistakes({ tokns: {}, tier: 5, capabilities: { graphqll: true } })).toThrow(UsageError)
    expect(mistakes({ tokns: {} })).toThrow(/unknown key 'tokns', did you mean 'tokens'/)
    expect(mistakes({ tokns: {}, timeout: -1 })).toThrow(/timeout[\s\S]*tokns/)
    expect(mistakes({ capabilities: { graphqll: true } })).toThrow(/did you mean 'graphql'/)
    expect(mistakes({ tokens: { ful: 'x' } })).toThrow(/did you mean 'full'/)
    expect(mistakes({ limits: { zzz: 1 } })).toThrow(/unknown key 'zzz'\.$/)
  })

  it('rejects an empty token, and explains how to send none', () => {
    expect(mistakes({ tokens: { full: '' } })).toThrow(/tokens.full: is empty: remove it/)
  })
})

describe('the declared capabilities', () => {
  const declared = (value: object) => declaredCapabilities(parseConfiguration(value, 'test'))

  it('are undefined if the configuration declares none, so that the run detects them', () => {
    expect(declared({})).toBeUndefined()
    expect(declared({ capabilities: { i18n: false } })).toEqual(new Set())
  })

  it('include all in the full profile, except the excluded ones and the extension interface', () => {
    const full = declared({ profile: 'full', capabilities: { graphql: false } })
    expect(full?.has('i18n')).toBe(true)
    expect(full?.has('graphql')).toBe(false)
    expect(full?.has('inproc')).toBe(false)
  })

  it('are only the listed ones in the rest profile', () => {
    expect(declared({ profile: 'rest', capabilities: { media: true } })).toEqual(new Set(['media']))
  })
})

describe('a token', () => {
  it('must be a valid header value', () => {
    expect(() => parseConfiguration({ tokens: { full: 'schlüssel' } }, 'test')).toThrow(
      "tokens.full: contains a character that headers can't contain",
    )
    expect(parseConfiguration({ tokens: { full: 'a1.b-c_d~' } }, 'test').tokens.full).toBe('a1.b-c_d~')
  })
})
