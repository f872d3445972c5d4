// The examples to choose from.

import nomadMistakes from "../../../examples/specs/nomad/mistakes.hcl";
import nomadSample from "../../../examples/specs/nomad/sample.nomad.hcl";
import nomad from "../../../examples/specs/nomad.hcl";
import packerMistakes from "../../../examples/specs/packer/mistakes.hcl";
import packerSample from "../../../examples/specs/packer/sample.pkr.hcl";
import packer from "../../../examples/specs/packer.hcl";
import terragruntMistakes from "../../../examples/specs/terragrunt/mistakes.hcl";
import terragruntSample from "../../../examples/specs/terragrunt/sample.terragrunt.hcl";
import terragrunt from "../../../examples/specs/terragrunt.hcl";
import configuration from "../examples/configuration.hcl";
import spec from "../examples/spec.hcl";
import variables from "../examples/variables.hcl";
import type { Texts } from "./protocol";

/** The examples by their titles, the first one of which a page shows at its start. */
export const EXAMPLES: Record<string, Texts> = {
  "Servers": { configuration, spec, variables },
  "Nomad job": { configuration: nomadSample, spec: nomad, variables: "" },
  "Nomad job with mistakes": { configuration: nomadMistakes, spec: nomad, variables: "" },
  "Packer template": { configuration: packerSample, spec: packer, variables: "" },
  "Packer template with mistakes": { configuration: packerMistakes, spec: packer, variables: "" },
  "Terragrunt": { configuration: terragruntSample, spec: terragrunt, variables: "" },
  "Terragrunt with mistakes": { configuration: terragruntMistakes, spec: terragrunt, variables: "" },
  "Empty": { configuration: "", spec: "", variables: "" },
};
