const CLASS = /^(?:export )?(?:default )?(?:abstract )?class /;
const UNDECLARED = /^ {2}(?:(?:override|readonly) )*(?<name>[a-z]\w*)!?: [^=(]*;$/i;

/**
 * Public fields of a kernel's classes that have no value of their own and are not declared. They would begin as `undefined`, and the
 * engine then keeps a number in them that changes with each bar as a new object each time. The formatter puts each on a line.
 */
export function checkFields(path: string, text: string): string[] {
  const wrong: string[] = [];
  let inClass = false;
  text.split("\n").forEach((line, i) => {
    if (CLASS.test(line)) inClass = true;
    else if (line.startsWith("}")) inClass = false;
    const name = inClass ? UNDECLARED.exec(line)?.groups?.["name"] : undefined;
    if (name !== undefined)
      wrong.push(`${path}:${i + 1}: a field that the constructor sets is declared, \`declare ${name}\``);
  });
  return wrong;
}
