import { describe, expect, it } from 'vitest'
import { isSvg, svgDimensions } from './svg-root.js'

describe('svgDimensions', () => {
  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg" width="10" height="5"/>', { width: 10, height: 5 }],
    ["<svg width='10.4px' height='5px'>", { width: 10, height: 5 }],
    ['<svg viewBox="0 0 24 12">', { width: 24, height: 12 }],
    ['<svg width="100%" height="100%" viewBox="0,0,24,12">', { width: 24, height: 12 }],
    ['<s:svg xmlns:s="http://www.w3.org/2000/svg" width="3" height="4"></s:svg>', { width: 3, height: 4 }],
    ['<svg width="2em" height="1em">', null],
    ['<svg>', null],
  ])('reads the size of %s', (text, expected) => expect(svgDimensions(text)).toEqual(expected))
})

describe('isSvg', () => {
  it('searches for the root element only where it may stand, in linear time', () => {
    expect(isSvg('<html><svg></svg></html>')).toBe(false)
    expect(isSvg('<svgx>')).toBe(false)
    expect(isSvg('text <svg>')).toBe(false)
    const before = process.cpuUsage()
    expect(isSvg(`${'<!---->'.repeat(9_000)}<html>`)).toBe(false)
    expect(isSvg(`<svg ${'a="b" '.repeat(10_000)}`)).toBe(true)
    expect(isSvg(`<!DOCTYPE svg [${'<'.repeat(60_000)}`)).toBe(false)
    // Microseconds of CPU time. Quadratic matching takes seconds.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})
