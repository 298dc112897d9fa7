/** The address of the command line's module, built anew where a source has changed. */
export function builtCommandLine(): Promise<string>

/**
 * Builds the programs into a directory. `installed`: the packages that they need beside them; `within`: the directories
 * of those that went into them, from the root of the repository.
 */
export function buildPrograms(
  directory: string,
): Promise<{ readonly installed: readonly string[]; readonly within: readonly string[] }>
