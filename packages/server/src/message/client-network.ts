import { isIPv4, isIPv6 } from 'node:net'

/**
 * Whom an address is counted as: an IPv4 address, in IPv6 the network of 64 bits, since everybody has as many addresses in
 * it as they like. An IPv4 address in IPv6's clothes is the IPv4 address.
 */
export function clientNetwork(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = expand(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function expand(address: string): number[] {
  // A URL writes every spelling of an address in the same one, without dots.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [before = '', after] = canonical.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  if (after === undefined) return numbers(before)
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
