import { describe, expect, it } from 'vitest'
import { later, type LogPosition, positionOf } from '../../database/position.js'
import { isPast, PrimaryHistory, reasonToExclude } from './replicas.js'

const at = (lsn: string, timeline = '00000001') => positionOf(timeline, lsn)
const standby = (lsn: string, timeline?: string) => ({ isStandby: true, position: at(lsn, timeline) })

describe('positions', () => {
  it('compare as strings, by timeline and then by LSN', () => {
    const inOrder = [at('0/3000148'), at('0/A000000'), at('0/FFFFFFFF'), at('1/0'), at('A/1'), at('0/1', '00000002')]
    expect(inOrder.toSorted()).toEqual(inOrder)
    expect(at('1/3000148')).toBe('00000001-0000000103000148')
  })

  it('`later` returns the greater of two positions, either of which may be null', () => {
    expect(later(at('0/2'), at('0/10'))).toBe(at('0/10'))
    expect(later(null, at('0/1'))).toBe(at('0/1'))
    expect(later(at('0/1'), null)).toBe(at('0/1'))
    expect(later(null, null)).toBeNull()
  })
})

describe('isPast returns whether a replica has replayed a position', () => {
  it.each<[LogPosition | 'any', string, boolean]>([
    ['any', '0/1', true],
    [at('0/20'), '0/20', true],
    [at('0/20'), '0/21', true],
    [at('0/20'), '0/1F', false],
    // On another timeline, a greater LSN doesn't mean that the replica has the write.
    [at('0/20', '00000002'), '0/30', false],
    [at('0/20', '00000000'), '0/30', false],
  ])('required %s, replayed %s: %s', (after, replayed, expected) => {
    expect(isPast(standby(replayed), after)).toBe(expected)
  })
})

describe('a replica is excluded', () => {
  const limits = (now: number) => ({ maxLag: 100, now })
  const history = () => {
    const known = new PrimaryHistory(100)
    known.record(at('0/10'), 0)
    return known
  }

  it('while its state or that of the primary is unknown', () => {
    expect(reasonToExclude(null, history(), limits(0))).toBe('it cannot be reached')
    expect(reasonToExclude(standby('0/10'), new PrimaryHistory(100), limits(0))).toMatch('primary')
  })

  it('when it accepts writes itself, or is on another timeline', () => {
    expect(reasonToExclude({ isStandby: false, position: at('0/10') }, history(), limits(0))).toBe(
      'it is not a standby',
    )
    expect(reasonToExclude(standby('0/10', '00000002'), history(), limits(0))).toBe(
      'it is on timeline 2 and the primary on 1',
    )
  })

  it('when it lacks writes older than the limit, until it has replayed them', () => {
    const known = history()
    known.record(at('0/20'), 50)
    expect(reasonToExclude(standby('0/10'), known, limits(150))).toBeNull()
    expect(reasonToExclude(standby('0/10'), known, limits(151))).toBe('it is 101 ms behind')
    expect(reasonToExclude(standby('0/20'), known, limits(151))).toBeNull()
  })

  it('but not while nobody writes', () => {
    const known = history()
    for (let now = 0; now < 10_000; now += 20) known.record(at('0/10'), now)
    expect(reasonToExclude(standby('0/10'), known, limits(10_000))).toBeNull()
  })

  it('when its position is older than all recorded ones', () => {
    const known = history()
    for (let step = 1; step <= 1_000; step++) known.record(at(`0/${(0x10 + step).toString(16)}`), step * 20)
    expect(reasonToExclude(standby('0/11'), known, limits(20_000))).toMatch('behind')
    expect(reasonToExclude(standby('0/3f7'), known, limits(20_000))).toBeNull()
  })

  it('when the primary has changed its timeline, until the replica follows', () => {
    const known = history()
    known.record(at('0/12', '00000002'), 20)
    expect(reasonToExclude(standby('0/30'), known, limits(20))).toMatch('timeline 1')
    expect(reasonToExclude(standby('0/12', '00000002'), known, limits(20))).toBeNull()
  })
})
