export * from './attribute.js'
export * from './content-type.js'
export * from './registry.js'
