/**
 * Prints warnings as one line each: Node puts the number of the process before them, and advice on options of Node after them.
 * Somebody who has set such options gets what Node prints.
 */
export function printWarnings(): void {
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
  if (/--(no-|trace-|redirect-)?(warnings|deprecation)/.test(options)) return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    process.stderr.write(`${name === 'Warning' ? name : name.replace(/Warning$/, ' warning')}: ${message}\n`)
  })
}
