//! The policies to paste: the trust policy of a role, and the permissions of each capability.

use api::cloud_verification::CloudFix;
use serde_json::{Value, json};

/// Something that credentials can be allowed to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Permission {
    /// The name of the capability.
    pub name: &'static str,
    /// True if the provider cannot be used without it.
    pub required: bool,
    pub actions: &'static [&'static str],
    /// The id of its statement in a policy.
    sid: &'static str,
}

pub(crate) const LIST_REGIONS: Permission = Permission {
    name: "list_regions",
    required: true,
    actions: &["ec2:DescribeRegions"],
    sid: "TenantControlListRegions",
};
pub(crate) const LIST_MACHINES: Permission = Permission {
    name: "list_machines",
    required: true,
    actions: &["ec2:DescribeInstances"],
    sid: "TenantControlListMachines",
};
pub(crate) const LIST_SIZES: Permission = Permission {
    name: "list_sizes",
    required: false,
    actions: &["ec2:DescribeInstanceTypes"],
    sid: "TenantControlListSizes",
};
pub(crate) const LIST_IMAGES: Permission = Permission {
    name: "list_images",
    required: false,
    actions: &["ec2:DescribeImages"],
    sid: "TenantControlListImages",
};
pub(crate) const LIST_NETWORKS: Permission = Permission {
    name: "list_networks",
    required: false,
    actions: &["ec2:DescribeSubnets", "ec2:DescribeSecurityGroups"],
    sid: "TenantControlListNetworks",
};
pub(crate) const CREATE_MACHINES: Permission = Permission {
    name: "create_machines",
    required: false,
    actions: &["ec2:RunInstances", "ec2:CreateTags"],
    sid: "TenantControlCreateMachines",
};
pub(crate) const POWER_MACHINES: Permission = Permission {
    name: "power_machines",
    required: false,
    actions: &["ec2:StartInstances", "ec2:StopInstances", "ec2:RebootInstances"],
    sid: "TenantControlPowerMachines",
};
pub(crate) const LABEL_MACHINES: Permission = Permission {
    name: "label_machines",
    required: false,
    actions: &["ec2:CreateTags", "ec2:DeleteTags"],
    sid: "TenantControlLabelMachines",
};
pub(crate) const DELETE_MACHINES: Permission = Permission {
    name: "delete_machines",
    required: false,
    actions: &["ec2:TerminateInstances"],
    sid: "TenantControlDeleteMachines",
};

const ALL: [Permission; 9] = [
    LIST_REGIONS,
    LIST_MACHINES,
    LIST_SIZES,
    LIST_IMAGES,
    LIST_NETWORKS,
    CREATE_MACHINES,
    POWER_MACHINES,
    LABEL_MACHINES,
    DELETE_MACHINES,
];

/// The trust policy of a role that only this service can assume, and only for this record of a provider.
pub(crate) fn trust(principal: &str, external_id: &str) -> Value {
    policy(&[json!({
        "Sid": "TenantControl",
        "Effect": "Allow",
        "Principal": {"AWS": principal},
        "Action": "sts:AssumeRole",
        "Condition": {"StringEquals": {"sts:ExternalId": external_id}}
    })])
}

/// The smallest policy with which everything works.
pub(crate) fn all_permissions() -> Value {
    policy(&ALL.map(statement))
}

impl Permission {
    /// The smallest policy that grants this capability.
    pub(crate) fn fix(self) -> CloudFix {
        CloudFix {
            text: format!("Add this policy to the role or the user: it allows {}.", self.actions.join(", ")),
            policy: Some(policy(&[statement(self)])),
        }
    }
}

fn statement(permission: Permission) -> Value {
    json!({"Sid": permission.sid, "Effect": "Allow", "Action": permission.actions, "Resource": "*"})
}

fn policy(statements: &[Value]) -> Value {
    json!({"Version": "2012-10-17", "Statement": statements})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_policy_is_the_sum_of_the_fixes() {
        let fixes = ALL.iter().filter_map(|permission| permission.fix().policy);
        let statements: Vec<Value> = fixes.map(|policy| policy["Statement"][0].clone()).collect();
        assert_eq!(all_permissions()["Statement"], json!(statements));
    }

    #[test]
    fn a_trust_policy_requires_the_external_id() {
        let policy = trust("arn:aws:iam::111122223333:role/service", "tc-1");
        let statement = &policy["Statement"][0];
        assert_eq!(statement["Condition"]["StringEquals"]["sts:ExternalId"], "tc-1");
        assert_eq!(statement["Principal"]["AWS"], "arn:aws:iam::111122223333:role/service");
    }
}
