import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns what limits count an address as: an IPv4 address, or the IPv6 network of `prefix` bits, since one customer of a
 * provider has a whole network. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function clientNetwork(address: string, prefix: number): string {
  const [bare = ''] = address.split('%', 1)
  // How Node writes the address of an IPv4 client of a server that listens on IPv6: `new URL` takes eight microseconds for it.
  const short = bare.startsWith('::ffff:') ? bare.slice('::ffff:'.length) : bare
  if (isIPv4(short)) return short
  if (!isIPv6(bare)) return 'unknown'
  const groups = expand(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.map((group, index) => group & mask(prefix - index * 16))
  return `${network.map((group) => group.toString(16)).join(':')}/${prefix}`
}

/** The mask of a group of which this many bits belong to the network. */
const mask = (bits: number) => (0xffff << (16 - Math.min(16, Math.max(0, bits)))) & 0xffff

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
