export function filesForModels(): ReadonlyMap<string, string>
