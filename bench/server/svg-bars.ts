/** Returns a bar chart of ratios as SVG: one bar per row, on a logarithmic scale, with a line at 1. */
export function svgBars(title: string, rows: readonly { readonly name: string; readonly ratio: number }[]): string {
  const [left, width, step, top] = [190, 420, 26, 44]
  const most = Math.max(10, ...rows.map(({ ratio }) => ratio))
  const least = Math.min(1, ...rows.map(({ ratio }) => ratio)) / 1.5
  const x = (ratio: number) => left + (width * Math.log(ratio / least)) / Math.log(most / least)
  const height = top + rows.length * step + 14
  const bars = rows.map(({ name, ratio }, index) => {
    const y = top + index * step
    return [
      `  <text x="${left - 8}" y="${y + 14}" text-anchor="end">${escape(name)}</text>`,
      `  <rect x="${left}" y="${y}" width="${(x(ratio) - left).toFixed(1)}" height="18" fill="#2f6f9f"/>`,
      `  <text x="${(x(ratio) + 6).toFixed(1)}" y="${y + 14}">${ratio.toFixed(1)} ×</text>`,
    ].join('\n')
  })
  const one = x(1).toFixed(1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + 80}" height="${height}" font-family="sans-serif" font-size="13" fill="#24292f">`,
    `  <rect width="100%" height="100%" fill="#ffffff"/>`,
    `  <text x="12" y="24" font-size="15">${escape(title)}</text>`,
    ...bars,
    `  <line x1="${one}" y1="${top - 6}" x2="${one}" y2="${height - 8}" stroke="#b35900" stroke-dasharray="3 3"/>`,
    '</svg>',
    '',
  ].join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
