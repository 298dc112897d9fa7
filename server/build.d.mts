/** The address of the command line's module, built anew where a source has changed. */
export function builtCommandLine(): Promise<string>
