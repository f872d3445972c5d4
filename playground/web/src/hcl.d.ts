declare module "*.hcl" {
  const text: string;
  export default text;
}
