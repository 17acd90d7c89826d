/**
 * Prints each warning as one line. By default Node adds the process id and advice about its options. When
 * such options are set, the warnings are left to Node.
 */
export function printWarnings(): void {
  const options = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ')
  if (/--(no-|trace-|redirect-)?(warnings|deprecation)/.test(options)) return
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    process.stderr.write(`${name === 'Warning' ? name : name.replace(/Warning$/, ' warning')}: ${message}\n`)
  })
}
